//! Who is believed: which answers count, who is proved by them, and what is done again if somebody lied.

use std::time::Duration;

use super::super::post::WorkerId;
use super::super::worker::Worker;
use super::{Action, Dispatcher, JobNumber, MOST_NEWCOMERS, MOST_REMEMBERED, Need, Source, Taken, UnderWay};
use crate::work::{AnswerDigest, WorkId};

impl Dispatcher {
    /// Whether two must do a job.
    pub(super) fn is_checked(&self, id: WorkId) -> bool {
        id.draw(self.settings.secret) < self.settings.verify
    }

    /// Looks whether a job is decided by what was answered.
    pub(super) fn settle(&mut self, now: Duration, number: JobNumber) -> Vec<Action> {
        let Some(job) = self.under_way.get(&number) else { return Vec::new() };
        if !job.job.is_repeatable {
            // Nobody could say which of two answers is right.
            let first = job.opinions.first().map(|(_, digest)| *digest);
            return first.map(|first| self.decide(now, number, first, false)).unwrap_or_default();
        }
        let here = job.opinions.iter().find(|(source, _)| *source == Source::Here).map(|(_, digest)| *digest);
        if let Some(truth) = here {
            return self.decide(now, number, truth, true);
        }
        let Some(&(_, first)) = job.opinions.first() else { return Vec::new() };
        let agree = job.opinions.iter().all(|(_, digest)| *digest == first);
        // That something wrong was handed on is not believed on anybody's word.
        let is_as_before = job.before.is_none_or(|before| before == first);
        if !agree || !is_as_before || job.need == Need::Here {
            return self.do_here(number);
        }
        let is_proved = |id: &WorkerId| self.workers.get(id).is_some_and(Worker::is_proved);
        let n_proved = job.voters().filter(|id| is_proved(id)).count();
        let n_opinions = job.opinions.len();
        if n_proved >= 1 && (n_opinions >= 2 || job.need == Need::One) {
            return self.decide(now, number, first, false);
        }
        if n_proved == 0 {
            // One job for each newcomer is enough to prove it; its other answers wait.
            let newcomers: Vec<WorkerId> = job.voters().cloned().collect();
            let mut is_trial = false;
            for id in newcomers {
                is_trial |= self.workers.get_mut(&id).is_some_and(|worker| worker.take_trial(number));
            }
            if is_trial {
                self.trials.insert(number);
            }
            return Vec::new();
        }
        self.ask_another(now, number)
    }

    /// Lets somebody who is proved do a job too, or does it here.
    fn ask_another(&mut self, now: Duration, number: JobNumber) -> Vec<Action> {
        let Some(job) = self.under_way.get(&number) else { return Vec::new() };
        let is_counted =
            |id: &&WorkerId| self.workers.get(*id).is_some_and(|one| one.is_fit() && one.is_proved());
        let has_other = self.n_proved > job.voters().filter(is_counted).count();
        if has_other { self.send_again(now, number) } else { self.do_here(number) }
    }

    /// Lets others do the trials of newcomers: the first one here, and the rest as soon as somebody is proved. Who is proved
    /// by this proves others: a thousand newcomers do not wait for one machine.
    pub(super) fn begin_trials(&mut self, now: Duration) -> Vec<Action> {
        let mut actions = Vec::new();
        while let Some(&number) = self.trials.first() {
            if self.n_proved == 0 && self.n_here > 0 {
                break;
            }
            self.trials.remove(&number);
            let Some(job) = self.under_way.get(&number).filter(|job| !job.is_here) else { continue };
            // A copy may come to other newcomers: then all of them are proved together. What too many of them have done
            // waits for its deadline.
            if self.n_proved == 0 || job.opinions.len() < MOST_NEWCOMERS {
                actions.extend(self.ask_another(now, number));
            }
        }
        actions
    }

    /// This is the answer of a job.
    fn decide(
        &mut self,
        now: Duration,
        number: JobNumber,
        truth: AnswerDigest,
        is_certain: bool,
    ) -> Vec<Action> {
        let Some(job) = self.take_off(number) else { return Vec::new() };
        let mut actions = Vec::new();
        let right = job.opinions.iter().filter(|(_, digest)| *digest == truth);
        let right: Vec<WorkerId> = right.filter_map(|(source, _)| source.worker().cloned()).collect();
        let is_spoilt = job.before.is_some_and(|before| before != truth);
        if job.is_wanted {
            let is_from_here = job.opinions.iter().any(|(source, _)| *source == Source::Here);
            let from = right.first().filter(|_| !is_from_here).cloned();
            actions.push(Action::HandOn { job: number, from, digest: truth });
        }
        if is_spoilt {
            actions.push(Action::Spoilt(Some(number)));
        }
        actions.push(Action::Close(number));
        self.is_spoilt |= is_spoilt;
        self.remember(number, &job, truth, if is_certain { Vec::new() } else { right.clone() });
        // Whoever agrees with somebody who is proved, is proved.
        let mut proved = Vec::new();
        if is_certain || right.len() > 1 {
            for id in right {
                if self.change(&id, Worker::prove).is_some_and(|is_new| is_new) {
                    proved.push(id);
                }
            }
        }
        for (source, digest) in &job.opinions {
            if let Source::Worker(id) = source
                && *digest != truth
            {
                let why = format!("its answer to job {} is not the one found here", job.job.id);
                actions.extend(self.strike(now, id, &why));
            }
        }
        for id in proved {
            for waiting in self.jobs_of(&id) {
                actions.extend(self.settle(now, waiting));
            }
        }
        actions
    }

    /// Remembers what was taken, so that it can be done again.
    fn remember(&mut self, number: JobNumber, job: &UnderWay, digest: AnswerDigest, by: Vec<WorkerId>) {
        let taken = Taken { job: job.job.clone(), n_pieces: job.n_pieces, digest, by };
        self.n_bytes += taken.size();
        self.taken.insert(number, taken);
        while self.n_bytes > MOST_REMEMBERED
            && let Some((number, oldest)) = self.taken.pop_first()
        {
            self.n_bytes -= oldest.size();
            if self.number(oldest.job.id) == Some(number) {
                self.numbers.remove(&oldest.job.id);
            }
            self.beyond_recall.extend(oldest.by);
        }
    }

    /// This job is done again because the answer before may be a lie.
    pub(super) fn doubt(&mut self, number: JobNumber) {
        if let Some(job) = self.under_way.get_mut(&number)
            && !std::mem::replace(&mut job.is_doubt, true)
        {
            self.n_doubts += 1;
        }
    }

    /// Whether something that was handed on may be a lie, or is known to be one.
    pub fn has_doubts(&self) -> bool {
        self.n_doubts > 0 || self.is_spoilt
    }

    /// Whether something wrong was handed on in this run.
    pub fn is_spoilt(&self) -> bool {
        self.is_spoilt
    }

    /// A run begins, or goes on with answers that these workers gave. If one of them is struck, the run is spoilt: unless they
    /// were given to this dispatcher, their answers cannot be done again.
    pub fn begin_run(&mut self, past: impl IntoIterator<Item = WorkerId>) {
        if std::mem::take(&mut self.is_spoilt) {
            self.forget_run();
        }
        let has_answered = |id: &WorkerId| self.workers.get(id).is_some_and(|worker| worker.has_answered);
        let new: Vec<WorkerId> = past.into_iter().filter(|id| !has_answered(id)).collect();
        self.beyond_recall.extend(new);
    }

    /// How many workers have answered anything.
    pub fn n_contributors(&self) -> usize {
        self.n_contributors
    }

    /// Nothing of what was handed on is used: whether it was right is of no interest any more.
    pub(super) fn forget_run(&mut self) {
        self.taken.clear();
        self.beyond_recall.clear();
        self.n_bytes = 0;
        let doubts: Vec<JobNumber> =
            self.under_way.iter().filter(|(_, job)| !job.is_wanted).map(|(&number, _)| number).collect();
        for number in doubts {
            self.take_off(number);
        }
        self.under_way.values_mut().for_each(|job| job.before = None);
        self.numbers = self.under_way.iter().map(|(&number, job)| (job.job.id, number)).collect();
    }

    /// The jobs under way on which a worker has had its say.
    fn jobs_of(&self, id: &WorkerId) -> Vec<JobNumber> {
        self.said.get(id).map(|jobs| jobs.iter().copied().collect()).unwrap_or_default()
    }

    /// Does a job again whose answer was taken.
    pub(super) fn reopen(
        &mut self,
        now: Duration,
        number: JobNumber,
        doubt: Option<(WorkerId, AnswerDigest)>,
    ) -> Vec<Action> {
        let Some(taken) = self.taken.remove(&number) else { return Vec::new() };
        self.n_bytes -= taken.size();
        let need = if doubt.is_some() { Need::Here } else { Need::One };
        let again = self.put(now, taken.job.clone(), taken.n_pieces, need, Some(taken.digest));
        self.doubt(again);
        if let Some(job) = self.under_way.get_mut(&again) {
            job.is_wanted = false;
        }
        let vouched = taken.by.into_iter().map(|id| (id, taken.digest));
        for (id, digest) in vouched.chain(doubt) {
            if self.workers.get(&id).is_some_and(|worker| !worker.is_struck()) {
                self.hear(again, Source::Worker(id), digest);
            }
        }
        if need == Need::Here {
            return self.do_here(again);
        }
        self.settle_or_send(now, again)
    }

    /// Believes a worker no more.
    pub(super) fn strike(&mut self, now: Duration, id: &WorkerId, why: &str) -> Vec<Action> {
        if self.workers.get(id).is_none_or(Worker::is_struck) {
            return Vec::new();
        }
        self.count_time_of(now, id);
        self.change(id, |worker| worker.strike(why));
        let mut actions = vec![Action::Strike(id.clone(), why.to_owned())];
        if self.beyond_recall.contains(id) {
            self.is_spoilt = true;
            actions.push(Action::Spoilt(None));
        }
        actions.extend(self.take_away(now, id));
        for number in self.jobs_of(id) {
            self.forget_opinion(number, id);
            actions.extend(self.settle_or_send(now, number));
        }
        let taken: Vec<JobNumber> =
            self.taken.iter().filter(|(_, taken)| taken.by.contains(id)).map(|(&number, _)| number).collect();
        // To do it again would tell nothing. All begins anew, so the rest need not be done again either.
        if let Some(&unsure) = taken.iter().find(|number| !self.taken[number].job.is_repeatable) {
            self.is_spoilt = true;
            actions.push(Action::Spoilt(Some(unsure)));
            return actions;
        }
        for number in taken {
            actions.extend(self.reopen(now, number, None));
        }
        actions
    }

    /// Settles a job by what is left of its answers; if nothing is, it is done again.
    fn settle_or_send(&mut self, now: Duration, number: JobNumber) -> Vec<Action> {
        let is_open = self.under_way.get(&number).is_some_and(|job| job.opinions.is_empty());
        match (is_open, self.n_slots) {
            (false, _) => self.settle(now, number),
            (true, 0) => self.do_here(number),
            (true, _) => self.send_again(now, number),
        }
    }
}
