//! x
use zermelo_game::stream;
use zermelo_learn::*;
fn cpu() -> f64 {
    let s = std::fs::read_to_string("/proc/self/schedstat").unwrap();
    s.split_whitespace().next().unwrap().parse::<f64>().unwrap() * 1e-9
}
fn main() {
    let mut chance = stream(1, "x", 0);
    for units in [32, 128, 256, 512] {
        let net =
            Network::start(Shape::logit(74, &[units], Activation::ClippedRelu), Start::Uniform, 1).unwrap();
        let q = Quantised::new(&net, None).unwrap();
        let mut sets = vec![[0u64; 2]];
        sets[0] = [chance.bits() & chance.bits(), chance.bits() & 1023];
        for k in 0..255 {
            let mut s = sets[k];
            let on: Vec<usize> = (0..74).filter(|i| s[i / 64] >> (i % 64) & 1 == 1).collect();
            let off: Vec<usize> = (0..74).filter(|i| s[i / 64] >> (i % 64) & 1 == 0).collect();
            let mut f = |i: usize| s[i / 64] ^= 1 << (i % 64);
            let x = chance.below(on.len());
            f(on[x]);
            f(off[chance.below(off.len())]);
            if chance.below(4) == 0 {
                if k % 2 == 0 { f(on[(x + 1) % on.len()]) } else { f(off[0]) }
            }
            sets.push(s);
        }
        let mut a = Accumulator::new(&q);
        let mut b = a.clone();
        let n = 20000;
        let mut sum = 0.0;
        let t = cpu();
        for _ in 0..n {
            for s in &sets {
                a.go(&q, s);
                sum += a.value(&q);
            }
        }
        let go = cpu() - t;
        let t = cpu();
        for _ in 0..n {
            for s in &sets {
                b.follow(&q, &a, s);
                sum += b.value(&q);
            }
        }
        let _f = cpu() - t;
        let t = cpu();
        for _ in 0..n {
            for _ in &sets {
                sum += std::hint::black_box(&a).value(&q);
            }
        }
        let v = cpu() - t;
        let t = cpu();
        for _ in 0..n / 10 {
            for s in &sets {
                a.refresh(&q, s);
                sum += a.value(&q);
            }
        }
        let r = cpu() - t;
        let k = 1e9 / (n as f64 * 256.0);
        println!(
            "{units}: go+value {:.1} ns, value {:.1} ns, refresh+value {:.1} ns {sum} scale {}",
            go * k,
            v * k,
            10.0 * r * k,
            q.scale()
        );
    }
}
