//! What went wrong, as an answer: a word for programs and a sentence for people.

use std::any::Any;

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;
use zermelo_any::AgentError;
use zermelo_catalog::LabError;
use zermelo_press::PressError;
use zermelo_store::StoreError;

/// Why there is no answer.
#[derive(Debug)]
pub struct Fault {
    status: StatusCode,
    kind: &'static str,
    message: String,
}

/// The answer to a request that cannot be answered.
#[derive(Serialize, ToSchema)]
pub struct Refusal {
    /// What was wrong.
    pub error: Problem,
}

/// What was wrong.
#[derive(Serialize, ToSchema)]
pub struct Problem {
    /// A word for programs.
    pub kind: String,
    /// What was wrong, where, and what to do.
    pub message: String,
}

impl Fault {
    /// With a status of its own.
    pub fn new(status: StatusCode, kind: &'static str, message: impl Into<String>) -> Fault {
        Fault { status, kind, message: message.into() }
    }

    /// The request makes no sense.
    pub fn bad(kind: &'static str, message: impl Into<String>) -> Fault {
        Fault::new(StatusCode::BAD_REQUEST, kind, message)
    }

    /// There is no such thing.
    pub fn missing(kind: &'static str, message: impl Into<String>) -> Fault {
        Fault { status: StatusCode::NOT_FOUND, kind, message: message.into() }
    }

    /// Not from here, or not this.
    pub fn forbidden(kind: &'static str, message: impl Into<String>) -> Fault {
        Fault { status: StatusCode::FORBIDDEN, kind, message: message.into() }
    }

    /// It cannot be done in the present state.
    pub fn conflict(kind: &'static str, message: impl Into<String>) -> Fault {
        Fault { status: StatusCode::CONFLICT, kind, message: message.into() }
    }

    /// Too much is asked for at once.
    pub fn busy() -> Fault {
        Fault {
            status: StatusCode::SERVICE_UNAVAILABLE,
            kind: "busy",
            message: "too many searches at once: try again in a moment".to_owned(),
        }
    }

    /// Our own mistake.
    pub fn ours(message: impl Into<String>) -> Fault {
        Fault { status: StatusCode::INTERNAL_SERVER_ERROR, kind: "internal", message: message.into() }
    }

    /// As it is told.
    pub fn refusal(&self) -> Refusal {
        Refusal { error: Problem { kind: self.kind.to_owned(), message: self.message.clone() } }
    }

    /// The sentence.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        (self.status, Json(self.refusal())).into_response()
    }
}

impl From<LabError> for Fault {
    fn from(error: LabError) -> Fault {
        match error {
            LabError::Store(error) => error.into(),
            LabError::UnknownGame { .. } => Fault::missing(error.kind(), error.to_string()),
            LabError::Agent(AgentError::Forbidden { .. }) => {
                Fault::forbidden(error.kind(), error.to_string())
            }
            error => Fault::bad(error.kind(), error.to_string()),
        }
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Fault {
        match error {
            StoreError::NoSuchRun { .. } | StoreError::SeveralRuns { .. } => {
                Fault::missing("unknown-run", error.to_string())
            }
            StoreError::RunIsHeld { .. }
            | StoreError::RunHasChanged { .. }
            | StoreError::RunIsFinished { .. } => Fault::conflict("run", error.to_string()),
            error => {
                Fault { status: StatusCode::INTERNAL_SERVER_ERROR, kind: "store", message: error.to_string() }
            }
        }
    }
}

impl From<PressError> for Fault {
    fn from(error: PressError) -> Fault {
        Fault::conflict("report", error.to_string())
    }
}

impl From<JsonRejection> for Fault {
    fn from(rejection: JsonRejection) -> Fault {
        Fault { status: rejection.status(), kind: "bad-request", message: rejection.body_text() }
    }
}

impl From<QueryRejection> for Fault {
    fn from(rejection: QueryRejection) -> Fault {
        Fault::bad("bad-request", rejection.body_text())
    }
}

impl From<PathRejection> for Fault {
    fn from(rejection: PathRejection) -> Fault {
        Fault::bad("bad-request", rejection.body_text())
    }
}

/// A mistake of the program is told, not hung up on.
pub fn panicked(_: Box<dyn Any + Send + 'static>) -> Response {
    Fault::ours("internal error; the server is still running. Please report what you did").into_response()
}
