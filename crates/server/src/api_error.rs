//! What went wrong, as an answer: a word for programs and a sentence for people.

use std::any::Any;

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;
use zermelo_any::AgentError;
use zermelo_catalog::RequestError;
use zermelo_experiments::report::RunReportError;
use zermelo_store::StoreError;

/// Why there is no answer.
#[derive(Debug)]
pub struct ApiError {
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

impl ApiError {
    /// With a status of its own.
    pub fn new(status: StatusCode, kind: &'static str, message: impl Into<String>) -> ApiError {
        ApiError { status, kind, message: message.into() }
    }

    /// The request makes no sense.
    pub fn bad(kind: &'static str, message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, kind, message)
    }

    /// There is no such thing.
    pub fn missing(kind: &'static str, message: impl Into<String>) -> ApiError {
        ApiError { status: StatusCode::NOT_FOUND, kind, message: message.into() }
    }

    /// Not from here, or not this.
    pub fn forbidden(kind: &'static str, message: impl Into<String>) -> ApiError {
        ApiError { status: StatusCode::FORBIDDEN, kind, message: message.into() }
    }

    /// It cannot be done in the present state.
    pub fn conflict(kind: &'static str, message: impl Into<String>) -> ApiError {
        ApiError { status: StatusCode::CONFLICT, kind, message: message.into() }
    }

    /// Too much is asked for at once.
    pub fn busy() -> ApiError {
        ApiError {
            status: StatusCode::SERVICE_UNAVAILABLE,
            kind: "busy",
            message: "too many searches at once: try again in a moment".to_owned(),
        }
    }

    /// Our own mistake.
    pub fn ours(message: impl Into<String>) -> ApiError {
        ApiError { status: StatusCode::INTERNAL_SERVER_ERROR, kind: "internal", message: message.into() }
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

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status, Json(self.refusal())).into_response()
    }
}

impl From<RequestError> for ApiError {
    fn from(error: RequestError) -> ApiError {
        let error = match error {
            RequestError::Store(error) => return error.into(),
            other => other,
        };
        let (kind, told) = (error.kind(), error.to_string());
        match error.cause() {
            RequestError::UnknownGame { .. } => ApiError::missing(kind, told),
            RequestError::Agent(AgentError::Forbidden { .. }) => ApiError::forbidden(kind, told),
            _ => ApiError::bad(kind, told),
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        match error {
            StoreError::NoSuchRun { .. } | StoreError::SeveralRuns { .. } => {
                ApiError::missing("unknown-run", error.to_string())
            }
            StoreError::RunIsHeld { .. }
            | StoreError::RunHasChanged { .. }
            | StoreError::RunIsFinished { .. } => ApiError::conflict("run", error.to_string()),
            error => ApiError {
                status: StatusCode::INTERNAL_SERVER_ERROR,
                kind: "store",
                message: error.to_string(),
            },
        }
    }
}

impl From<RunReportError> for ApiError {
    fn from(error: RunReportError) -> ApiError {
        ApiError::conflict("report", error.to_string())
    }
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> ApiError {
        ApiError { status: rejection.status(), kind: "bad-request", message: rejection.body_text() }
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> ApiError {
        ApiError::bad("bad-request", rejection.body_text())
    }
}

impl From<PathRejection> for ApiError {
    fn from(rejection: PathRejection) -> ApiError {
        ApiError::bad("bad-request", rejection.body_text())
    }
}

/// A mistake of the program is told, not hung up on.
pub fn panicked(_: Box<dyn Any + Send + 'static>) -> Response {
    ApiError::ours("internal error; the server is still running. Please report what you did").into_response()
}
