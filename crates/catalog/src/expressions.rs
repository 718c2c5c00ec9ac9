//! Files with expressions: `expr-file(PATH)`.

use std::fs::File;
use std::io::Read;

use zermelo_any::{AgentError, Permission};
use zermelo_expression::{MOST_BYTES, one_line};
use zermelo_game::ParameterError;

/// The text of a file with an expression, if files may be read. No more is read than an expression may have.
pub fn read_file(path: &str, permission: Permission) -> Result<String, AgentError> {
    let _may = permission.files().map_err(|refusal| AgentError::forbidden(path, &refusal))?;
    let bad = |problem: String| AgentError::evaluator(path, None, ParameterError::new(problem));
    let mut text = String::new();
    let file = File::open(path).map_err(|error| bad(format!("the file cannot be read: {error}")))?;
    let read = file.take(MOST_BYTES as u64 + 1).read_to_string(&mut text);
    read.map_err(|error| bad(format!("the file cannot be read: {error}")))?;
    if text.len() > MOST_BYTES {
        return Err(bad(format!("the file has more than {MOST_BYTES} bytes: this is no expression")));
    }
    Ok(text)
}

/// The evaluator that a file stands for, in one line, so that runs keep what was really played.
pub fn settle(path: &str, permission: Permission) -> Result<String, String> {
    let text = read_file(path, permission).map_err(|error| error.to_string())?;
    Ok(format!("expr({})", one_line(&text)))
}
