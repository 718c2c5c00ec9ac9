//! The operations that an expression is made of, and how each is written.

/// An operation on one, two or three numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each says what it is; what it computes is in `arithmetic`")]
pub enum Operation {
    Add,
    Subtract,
    Multiply,
    Divide,
    Power,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    NotEqual,
    Negate,
    Min,
    Max,
    Clamp,
    If,
    Abs,
    Sign,
    Floor,
    Sqrt,
    Ln,
    Log2,
    Log10,
    Exp,
}

/// How tightly a text holds together: what binds less needs parentheses inside what binds more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Binding {
    Comparison,
    Sum,
    Product,
    Sign,
    Power,
    Atom,
}

impl Operation {
    /// All of them.
    pub const ALL: [Operation; 24] = [
        Operation::Add,
        Operation::Subtract,
        Operation::Multiply,
        Operation::Divide,
        Operation::Power,
        Operation::Less,
        Operation::LessOrEqual,
        Operation::Greater,
        Operation::GreaterOrEqual,
        Operation::Equal,
        Operation::NotEqual,
        Operation::Negate,
        Operation::Min,
        Operation::Max,
        Operation::Clamp,
        Operation::If,
        Operation::Abs,
        Operation::Sign,
        Operation::Floor,
        Operation::Sqrt,
        Operation::Ln,
        Operation::Log2,
        Operation::Log10,
        Operation::Exp,
    ];

    /// The function of a name.
    pub fn function(name: &str) -> Option<Operation> {
        Operation::functions().find(|operation| operation.written() == name)
    }

    /// Those that are written as a name with parentheses.
    pub fn functions() -> impl Iterator<Item = Operation> {
        Operation::ALL.into_iter().filter(|operation| operation.binding() == Binding::Atom)
    }

    /// Its sign or its name.
    pub const fn written(self) -> &'static str {
        match self {
            Operation::Add => "+",
            Operation::Subtract | Operation::Negate => "-",
            Operation::Multiply => "*",
            Operation::Divide => "/",
            Operation::Power => "^",
            Operation::Less => "<",
            Operation::LessOrEqual => "<=",
            Operation::Greater => ">",
            Operation::GreaterOrEqual => ">=",
            Operation::Equal => "==",
            Operation::NotEqual => "!=",
            Operation::Min => "min",
            Operation::Max => "max",
            Operation::Clamp => "clamp",
            Operation::If => "if",
            Operation::Abs => "abs",
            Operation::Sign => "sign",
            Operation::Floor => "floor",
            Operation::Sqrt => "sqrt",
            Operation::Ln => "ln",
            Operation::Log2 => "log2",
            Operation::Log10 => "log10",
            Operation::Exp => "exp",
        }
    }

    /// How a function is called, for errors and help.
    pub const fn form(self) -> &'static str {
        match self {
            Operation::Min => "min(a, b, ..)",
            Operation::Max => "max(a, b, ..)",
            Operation::Clamp => "clamp(x, low, high)",
            Operation::If => "if(condition, a, b)",
            Operation::Abs => "abs(x)",
            Operation::Sign => "sign(x)",
            Operation::Floor => "floor(x)",
            Operation::Sqrt => "sqrt(x)",
            Operation::Ln => "ln(x)",
            Operation::Log2 => "log2(x)",
            Operation::Log10 => "log10(x)",
            Operation::Exp => "exp(x)",
            other => other.written(),
        }
    }

    /// How many numbers it takes.
    pub const fn n_operands(self) -> usize {
        match self {
            Operation::Clamp | Operation::If => 3,
            Operation::Negate
            | Operation::Abs
            | Operation::Sign
            | Operation::Floor
            | Operation::Sqrt
            | Operation::Ln
            | Operation::Log2
            | Operation::Log10
            | Operation::Exp => 1,
            _ => 2,
        }
    }

    pub(crate) const fn binding(self) -> Binding {
        match self {
            Operation::Add | Operation::Subtract => Binding::Sum,
            Operation::Multiply | Operation::Divide => Binding::Product,
            Operation::Power => Binding::Power,
            Operation::Negate => Binding::Sign,
            Operation::Less
            | Operation::LessOrEqual
            | Operation::Greater
            | Operation::GreaterOrEqual
            | Operation::Equal
            | Operation::NotEqual => Binding::Comparison,
            _ => Binding::Atom,
        }
    }
}
