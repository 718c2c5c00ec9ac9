//! A page that is added or removed must be built in or left out, which the compiler does not see by itself.

fn main() {
    println!("cargo::rerun-if-changed=../../docs");
}
