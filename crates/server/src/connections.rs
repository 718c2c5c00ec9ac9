//! Connections: how many there may be, how long each may wait, and how they end.
//!
//! No client can hold anything for ever: heads and bodies of requests, answers that nobody reads and connections that nobody uses
//! all have their time, and after the server was told to stop everything ends soon.

use std::collections::HashMap;
use std::io;
use std::net::IpAddr;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Sleep, sleep, timeout};
use tower::ServiceExt;

use crate::limits::Limits;

/// The address that a request came from.
#[derive(Clone, Copy, Debug)]
pub struct Client(pub IpAddr);

/// What somebody is told for whom there is no room.
const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain\r\ncontent-length: 54\r\n\
    retry-after: 5\r\ncache-control: no-store\r\nconnection: close\r\n\r\n\
    Too many connections at once: try again in a moment.\r\n";

/// Serves all connections until `ended` is over, and then until all have their answers or their time is up.
pub async fn serve(listener: TcpListener, pages: Router, limits: &Limits, ended: impl Future<Output = ()>) {
    let door = Arc::new(Door { limits: limits.clone(), inside: Mutex::default() });
    let (closing, is_closing) = watch::channel(false);
    let mut connections = JoinSet::new();
    let mut ended = pin!(ended);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            Some(_) = connections.join_next() => continue,
            () = &mut ended => break,
        };
        match accepted {
            Ok((stream, address)) => match Door::enter(&door, address.ip()) {
                Some(visit) => {
                    connections.spawn(attend(stream, visit, pages.clone(), is_closing.clone()));
                }
                None => {
                    let _ = stream.try_write(FULL);
                }
            },
            // No files are left, or the client is gone already: whatever it is, it may be better soon.
            Err(_) => sleep(Duration::from_millis(50)).await,
        }
    }
    drop(listener);
    closing.send_replace(true);
    while connections.join_next().await.is_some() {}
}

/// Attends to one connection.
async fn attend(stream: TcpStream, visit: Visit, pages: Router, mut is_closing: watch::Receiver<bool>) {
    let limits = &visit.door.limits;
    let client = Client(visit.client);
    let answer = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(client);
        pages.clone().oneshot(request)
    });
    let _ = stream.set_nodelay(true);
    let stream = TokioIo::new(Patient { stream, limit: limits.write, waits: None });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .max_buf_size(limits.head_bytes)
        .max_headers(limits.headers)
        .serve_connection(stream, answer);
    let mut connection = pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = is_closing.wait_for(|&is_closing| is_closing) => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = timeout(limits.closing, connection).await;
}

/// Counts who is inside.
struct Door {
    limits: Limits,
    inside: Mutex<Inside>,
}

#[derive(Default)]
struct Inside {
    n: usize,
    /// Other machines only: on this one all clients have one address.
    of: HashMap<IpAddr, usize>,
}

/// A connection that is counted until it ends.
struct Visit {
    door: Arc<Door>,
    client: IpAddr,
}

impl Door {
    /// Counts a connection in; nothing if there is no room.
    fn enter(door: &Arc<Door>, client: IpAddr) -> Option<Visit> {
        let client = client.to_canonical();
        let mut inside = door.inside.lock().unwrap_or_else(PoisonError::into_inner);
        let n_own = inside.of.get(&client).copied().unwrap_or(0);
        if inside.n >= door.limits.connections || n_own >= door.limits.connections_of_one {
            return None;
        }
        inside.n += 1;
        if !client.is_loopback() {
            inside.of.insert(client, n_own + 1);
        }
        drop(inside);
        Some(Visit { door: Arc::clone(door), client })
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        let mut inside = self.door.inside.lock().unwrap_or_else(PoisonError::into_inner);
        inside.n -= 1;
        if let Some(n_own) = inside.of.get_mut(&self.client) {
            *n_own -= 1;
            if *n_own == 0 {
                inside.of.remove(&self.client);
            }
        }
    }
}

/// A stream that breaks off if the other side takes nothing for too long.
struct Patient {
    stream: TcpStream,
    limit: Duration,
    /// Since when writing waits.
    waits: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    fn patience<T>(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.waits = None;
            return written;
        }
        let waits = self.waits.get_or_insert_with(|| Box::pin(sleep(self.limit)));
        match waits.as_mut().poll(cx) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, into)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.patience(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.patience(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_machine_cannot_take_every_place() {
        let limits = Limits { connections: 5, connections_of_one: 2, ..Limits::default() };
        let door = Arc::new(Door { limits, inside: Mutex::default() });
        let [greedy, other] = [1, 2].map(|number| IpAddr::from([10, 0, 0, number]));
        let visits: Vec<Visit> = (0..4).filter_map(|_| Door::enter(&door, greedy)).collect();
        assert_eq!(visits.len(), 2);
        let more = Door::enter(&door, other);
        assert!(more.is_some());
        let own: Vec<Visit> = (0..4).filter_map(|_| Door::enter(&door, [127, 0, 0, 1].into())).collect();
        assert_eq!(own.len(), 2, "those on this machine are bounded only by all places");
        drop(visits);
        assert!(Door::enter(&door, greedy).is_some());
        drop((more, own));
        let inside = door.inside.lock().expect("no panic");
        assert_eq!((inside.n, inside.of.len()), (0, 0));
    }

    #[test]
    fn the_answer_for_lack_of_room_is_as_long_as_it_says() {
        let text = std::str::from_utf8(FULL).expect("text");
        let (head, body) = text.split_once("\r\n\r\n").expect("a head and a body");
        assert!(head.contains(&format!("content-length: {}", body.len())), "{}", body.len());
    }
}
