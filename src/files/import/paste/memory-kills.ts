import { describedServerPod, isServerName } from './server-names';

/** `Out of memory: Killed process 3774 (mysqld)`, `oom-kill:constraint=...,task=mysqld,pid=3774,uid=1001` of the kernel. */
const ofKernel =
  /\bKilled process (\d{1,10}),? (?:UID \d{1,10}, )?\((?:mysqld|mariadbd)\)|\boom-kill:.{0,400}\btask=(?:mysqld|mariadbd),pid=(\d{1,10})\b/;
/** `mysql.service: A process of this unit has been killed by the OOM killer.`, `mariadb.service: Failed with result 'oom-kill'.` */
const ofUnit =
  /\b((?:mysqld?|mariadb|percona)(?:@[\w.-]{1,40})?\.service): (?:A process of this unit has been killed by the OOM killer|Failed with result 'oom-kill')/;
/** What people write of it: "the OOM killer takes mariadbd every day", "mysqld gets OOM-killed". */
const ofPeople =
  /\bOOM[- ]?killer\b[^.?]{0,40}\b(?:kills?|killed|killing|takes?|took|terminates?|terminated|shoots?|gets?)\b[^.?]{0,30}\b(?:mysqld?|mariadbd?)\b|\b(?:mysqld?|mariadbd?)\b(?:[^.?]|\.\d){0,40}\b(?:is|was|gets|got|being|been)\b (?:\w{1,12} )?(?:OOM[- ]?killed|killed by (?:the )?OOM)/i;
/** "Memory grows, triggering the OOM killer now and then", where nothing else is said to be its victim. */
const ofItself =
  /\b(?:trigger\w{0,3}|wak\w{1,2})\b[^.?]{0,30}\bOOM[- ]?killer\b|\bOOM[- ]?killer\b[^.?]{0,20}\b(?:hit|hits|strikes|struck|kicks in|kicked in)\b/i;
const otherVictims =
  /\b(?:php|apache|httpd|nginx|java|tomcat|redis|elastic\w*|node|worker|workers|agent|other|another|web|app|application)\b/i;
/** Who asks, fears or denies says nothing of what happened. */
const notSaid = /\b(?:not|never|no longer|would|could|may|might|will|before|prevent\w*|avoid\w*|if)\b|\?/i;
/** A row of `kubectl get pods`, and what `docker inspect` says of its state, have no process. */
const ofPod = /^\s{0,20}([\w.-]{1,120})\s{1,20}\d{1,3}\/\d{1,3}\s{1,20}(?:Init:)?OOMKilled\s/;
/** `kubectl describe pod`: the container, then why it ended last. */
const container = /^\s{0,20}([\w.-]{1,120}):\s{0,10}$/;
const image = /^\s{0,20}Image:\s{1,20}(\S{1,300})\s{0,10}$/;
const reason = /^\s{0,20}Reason:\s{1,20}OOMKilled\s{0,10}$/;

/** How often a server was killed for its memory, as the kernel, systemd and orchestrators print it. Push lines, then `end()`. */
export class MemoryKills {
  readonly #killed = new Set<string>();
  readonly #units = new Set<string>();
  #described = '';
  #isSaid = false;

  push(line: string): void {
    if (line.length > 2_000) return;
    // Of the headings within a container none but its own has an image below it.
    this.#described = describedServerPod(line) ?? this.#described;
    const named = container.exec(line)?.[1] ?? image.exec(line)?.[1]?.replace(/[:@].{0,200}$/, '');
    if (named !== undefined && (isServerName(named) || !states.test(named))) this.#described = named;
    if (!/kill/i.test(line)) return;
    const isMeant = ofPeople.test(line) || (ofItself.test(line) && !otherVictims.test(line));
    if (isMeant && !notSaid.test(line)) this.#isSaid = true;
    const [, process, pid] = ofKernel.exec(line) ?? [];
    const [, unit] = ofUnit.exec(line) ?? [];
    const [, pod = ''] = ofPod.exec(line) ?? [];
    if (unit !== undefined) this.#units.add(unit);
    const described = reason.test(line) && isServerName(this.#described) ? this.#described : '';
    // A server is killed in one pod again and again: how often, its restarts do not say.
    const name = process ?? pid ?? (isServerName(pod) ? pod : described);
    if (name !== '' && this.#killed.size < 1_000) this.#killed.add(name);
  }

  /** What systemd says of a unit the kernel says of its process. */
  end(): number {
    if (this.#killed.size > 0) return this.#killed.size;
    return this.#units.size > 0 ? this.#units.size : Number(this.#isSaid);
  }
}

/** Headings within a container. */
const states =
  /^(?:Containers|Init Containers|State|Last State|Limits|Requests|Args|Command|Environment|Mounts|Conditions|Volumes|Events|Ports?)$/i;
