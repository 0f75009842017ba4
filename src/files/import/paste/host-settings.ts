/** Settings of the host, under the names of its facts. */
export interface HostSettings {
  thp?: 'always' | 'madvise' | 'never';
  swappiness?: number;
  numaNodes?: number;
  sockets?: number;
  governor?: string;
  cpuDriver?: string;
  scheduler?: string;
  clockSource?: string;
  virtualisation?: string;
}

interface Form {
  pattern: RegExp;
  read: (value: string) => HostSettings;
}

const forms: readonly Form[] = [
  // /sys/kernel/mm/transparent_hugepage/enabled: the one in brackets holds.
  {
    pattern:
      /(?:^|[\s:])(?:\[(always)\] madvise never|always \[(madvise)\] never|always madvise \[(never)\])\s*$/,
    read: (thp) => ({ thp: thp as 'always' | 'madvise' | 'never' }),
  },
  { pattern: /\bvm\.swappiness ?= ?(\d{1,3})\b/, read: (value) => ({ swappiness: Number(value) }) },
  // numactl --hardware, lscpu
  {
    pattern: /^\s{0,4}available: (\d{1,3}) nodes? \(/,
    read: (value) => ({ numaNodes: Number(value) }),
  },
  {
    pattern: /^\s{0,4}NUMA node\(s\):\s{1,40}(\d{1,3})\s*$/,
    read: (value) => ({ numaNodes: Number(value) }),
  },
  { pattern: /^\s{0,4}Socket\(s\):\s{1,40}(\d{1,3})\s*$/, read: (value) => ({ sockets: Number(value) }) },
  {
    pattern: /^\s{0,4}Hypervisor vendor:\s{1,40}([A-Za-z]{2,20})\s*$/,
    read: (value) => ({ virtualisation: value.toLowerCase() }),
  },
  // cpupower frequency-info; grep . /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor
  {
    pattern:
      /(?:\bThe governor "|scaling_governor: ?)(performance|powersave|ondemand|conservative|schedutil|userspace)\b/,
    read: (governor) => ({ governor }),
  },
  {
    pattern: /(?:^\s{0,10}driver: |scaling_driver: ?)([a-z][a-z\d_-]{3,30})\s*$/,
    read: (cpuDriver) => ({ cpuDriver }),
  },
  // /sys/block/sda/queue/scheduler
  {
    pattern:
      /(?:^|:)(?=.{0,60} )\s{0,4}(?:(?:none|noop|deadline|mq-deadline|cfq|bfq|kyber) ){0,5}\[(none|noop|deadline|mq-deadline|cfq|bfq|kyber)\](?: (?:none|noop|deadline|mq-deadline|cfq|bfq|kyber)){0,5}\s{0,4}$/,
    read: (scheduler) => ({ scheduler }),
  },
  // /sys/devices/system/clocksource/clocksource0/current_clocksource
  {
    pattern:
      /current_clocksource:? ?(tsc|hpet|acpi_pm|xen|kvm-clock|hyperv_clocksource_tsc_page|jiffies)\s*$/,
    read: (clockSource) => ({ clockSource }),
  },
];

/** Settings of the kernel and of the processors as the files of /sys, sysctl, numactl, lscpu and cpupower show them. */
export class HostSettingLines {
  readonly #found: HostSettings = {};

  push(line: string): void {
    if (line.length > 300) return;
    for (const { pattern, read } of forms) {
      const value = pattern
        .exec(line)
        ?.slice(1)
        .find((part) => part !== undefined);
      if (value !== undefined) Object.assign(this.#found, read(value));
    }
  }

  /** null: none is shown. */
  end(): HostSettings | null {
    return Object.keys(this.#found).length === 0 ? null : this.#found;
  }
}
