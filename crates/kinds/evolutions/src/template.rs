//! An agent with gaps where the genes go.

use zermelo_evolve::Space;

/// The text of an agent with `{genes}` for all genes, as in `weights({genes})`, or a gene's name in braces for its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template(String);

impl Template {
    /// Reads a template: every gene must have its place, and there may be no other gaps.
    pub fn read(text: &str, space: &Space) -> Result<Template, String> {
        let gaps: Vec<&str> = gaps(text).collect();
        let is_gene = |gap: &str| space.genes().iter().any(|gene| gene.name == gap);
        if let Some(gap) = gaps.iter().find(|gap| **gap != "genes" && !is_gene(gap)) {
            return Err(format!("agent: there is no gene for `{{{gap}}}`"));
        }
        let missing = space.genes().iter().find(|gene| !gaps.contains(&gene.name.as_str()));
        match missing {
            Some(gene) if !gaps.contains(&"genes") => Err(format!(
                "agent: the gene `{0}` has no place: write {{{0}}} where its number goes, or {{genes}} for all \
                 genes by name",
                gene.name
            )),
            _ => Ok(Template(text.to_owned())),
        }
    }

    /// The agent with these genes.
    pub fn fill(&self, space: &Space, genes: &[f64]) -> String {
        let named = || space.genes().iter().zip(genes);
        let all =
            || named().map(|(gene, value)| format!("{}={value}", gene.name)).collect::<Vec<_>>().join(", ");
        let mut text = self.0.replace("{genes}", &all());
        for (gene, value) in named() {
            text = text.replace(&format!("{{{}}}", gene.name), &value.to_string());
        }
        text
    }
}

/// What stands in braces.
fn gaps(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(gap, _)| gap)
}

#[cfg(test)]
mod tests {
    use zermelo_evolve::Gene;

    use super::*;

    #[test]
    fn genes_fill_the_gaps() {
        let space = Space::new(vec![Gene::new("a", 0.0, 1.0), Gene::new("b-c", 0.0, 1.0)]).unwrap();
        let read = |text| Template::read(text, &space);
        let filled = |text| read(text).unwrap().fill(&space, &[0.1 + 0.2, -2.0]);
        assert_eq!(filled("x(w({genes}))"), "x(w(a=0.30000000000000004, b-c=-2))");
        assert_eq!(filled("x(c={b-c}, d={a})"), "x(c=-2, d=0.30000000000000004)");
        assert!(read("x(c={a})").unwrap_err().contains("`b-c` has no place"));
        assert!(read("x({genes}, {d})").unwrap_err().contains("no gene for `{d}`"));
    }
}
