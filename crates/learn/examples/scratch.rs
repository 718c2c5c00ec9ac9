//! x
use std::ops::ControlFlow;
use zermelo_game::stream;
use zermelo_learn::training::*;
use zermelo_learn::*;
fn cpu() -> f64 {
    let s = std::fs::read_to_string("/proc/self/schedstat").unwrap();
    s.split_whitespace().next().unwrap().parse::<f64>().unwrap() * 1e-9
}
fn main() {
    let mut chance = stream(1, "x", 0);
    let mut data = Dataset::of_bits(74);
    let mut dense = Dataset::of_numbers(74);
    for g in 0..400_000u32 {
        let on: Vec<usize> = (0..74).filter(|_| chance.below(3) == 0).collect();
        let l = Label { target: (chance.below(2)) as f32, weight: 1.0, group: g };
        data.push_indices(&on, l).unwrap();
        if g < 40000 {
            let mut v = vec![0.0; 74];
            for i in on {
                v[i] = 1.0;
            }
            dense.push_numbers(&v, l).unwrap();
        }
    }
    for threads in [1] {
        for (hidden, batch, act) in [
            (&[256][..], 512, Activation::ClippedRelu),
            (&[128], 512, Activation::ClippedRelu),
            (&[32], 512, Activation::ClippedRelu),
            (&[256, 32], 512, Activation::ClippedRelu),
            (&[256, 64], 4096, Activation::Relu),
        ] {
            for d in [&data, &dense] {
                let s = Settings { batch, passes: 2, step: 1e-3, ..Settings::default() };
                let net = Network::start(Shape::logit(74, hidden, act), Start::Uniform, 1).unwrap();
                let mut t = Training::new(net, s, Data { train: d, validation: None }).unwrap();
                let now = cpu();
                t.run(Data { train: d, validation: None }, threads, |_, _| ControlFlow::Continue(()))
                    .unwrap();
                println!(
                    "threads {threads} {hidden:?} batch {batch} n {}: {:.0} k samples/s  loss {:?}",
                    d.len(),
                    2e-3 * d.len() as f64 / (cpu() - now),
                    t.history().last().unwrap().training_loss
                );
            }
        }
    }
}
