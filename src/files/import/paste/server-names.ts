const serverName = /mysql|mariadb|percona|galera|(?:^|[-_])db(?:[-_\d]|$)/i;
/** Companions of a server have its name. */
const companion = /exporter|operator|router|proxy|backup|orchestrator|admin|client|metrics|web|app/i;

/** Whether a pod, a container or a unit is named as one that runs a server of MySQL, MariaDB or Percona. */
export function isServerName(name: string): boolean {
  return serverName.test(name) && !companion.test(name);
}
