//! What agents and experiments may do that are asked for over the wire.

use zermelo_catalog::Permission;

/// They start no programs, read no files, and take no more of the machine than is fair. It is asked where an agent is opened,
/// whatever text it came from.
pub const PERMISSION: Permission = Permission::server();
