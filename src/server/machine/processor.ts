import type { Host } from '../../shared/snapshot';
import { factOr, listLength, noFact, readFact, readLine } from './host-fact';
import type { Machine } from './machine';

type ProcessorFacts = Pick<
  Host,
  | 'sockets'
  | 'cores'
  | 'threads'
  | 'smt'
  | 'governor'
  | 'cpuDriver'
  | 'numaNodes'
  | 'virtualisation'
  | 'clockSource'
  | 'kernel'
>;

const system = '/sys/devices/system';

/** Processors, NUMA and what the machine runs in, from /proc and /sys of Linux. */
export async function processorFacts(machine: Machine): Promise<ProcessorFacts> {
  const cpuInfo = (await machine.readText('/proc/cpuinfo')) ?? '';
  const { sockets, cores, threads } = await topology(cpuInfo, machine);
  const governor = await readLine(machine, `${system}/cpu/cpu0/cpufreq/scaling_governor`);
  const nodes = listLength((await readLine(machine, `${system}/node/online`)) ?? '');
  const notReported = 'The system does not report how its processors are made up.';
  return {
    sockets: factOr(machine, sockets, notReported),
    cores: factOr(machine, cores, notReported),
    threads: readFact(machine, threads ?? machine.cpus),
    smt: factOr(
      machine,
      await multithreading(cores, threads, machine),
      'The system does not report whether it is on.',
    ),
    governor: factOr(
      machine,
      governor,
      'The system shows no frequency governor (common in virtual machines).',
    ),
    cpuDriver: factOr(
      machine,
      await readLine(machine, `${system}/cpu/cpu0/cpufreq/scaling_driver`),
      'The system shows no driver of the processor clock (common in virtual machines).',
    ),
    numaNodes: factOr(machine, nodes, 'The kernel shows no NUMA nodes.'),
    virtualisation: await virtualisation(cpuInfo, machine),
    clockSource: factOr(
      machine,
      await readLine(machine, `${system}/clocksource/clocksource0/current_clocksource`),
      'The kernel does not show its clock source.',
    ),
    kernel: factOr(
      machine,
      await readLine(machine, '/proc/sys/kernel/osrelease'),
      'The kernel does not show its release.',
    ),
  };
}

interface Topology {
  sockets: number | null;
  cores: number | null;
  threads: number | null;
}

/** From /proc/cpuinfo (x86), else from /sys (ARM and others, whose cpuinfo does not number cores). */
async function topology(cpuInfo: string, machine: Machine): Promise<Topology> {
  const places = cpuInfo
    .split(/\n\s*\n/)
    .filter((block) => /^processor\s*:/m.test(block))
    .map((block) => ({
      socket: /^physical id\s*:\s*(\d+)/m.exec(block)?.[1],
      core: /^core id\s*:\s*(\d+)/m.exec(block)?.[1],
    }));
  if (places.every(({ socket, core }) => socket === undefined || core === undefined)) {
    places.length = 0;
    for (const name of await machine.list(`${system}/cpu`)) {
      if (!/^cpu\d+$/.test(name)) continue;
      const folder = `${system}/cpu/${name}/topology`;
      // A processor that is offline has no topology.
      const core = await readLine(machine, `${folder}/core_id`);
      if (core === null) continue;
      places.push({ socket: (await readLine(machine, `${folder}/physical_package_id`)) ?? undefined, core });
    }
  }
  const complete = places.filter(({ socket, core }) => socket !== undefined && core !== undefined);
  if (complete.length === 0) return { sockets: null, cores: null, threads: null };
  return {
    sockets: new Set(complete.map(({ socket }) => socket)).size,
    cores: new Set(complete.map(({ socket, core }) => `${socket}/${core}`)).size,
    threads: complete.length,
  };
}

async function multithreading(
  cores: number | null,
  threads: number | null,
  machine: Machine,
): Promise<'on' | 'off' | null> {
  const active = await readLine(machine, `${system}/cpu/smt/active`);
  if (active === '1') return 'on';
  if (active === '0') return 'off';
  return cores === null || threads === null ? null : threads > cores ? 'on' : 'off';
}

/** Marks of virtual machines in the tables of the firmware (DMI), the surer ones first. */
const makers: readonly [pattern: RegExp, name: string][] = [
  [/vmware/i, 'vmware'],
  [/virtualbox|innotek/i, 'virtualbox'],
  [/microsoft corporation.*virtual machine/i, 'hyper-v'],
  [/\bxen\b/i, 'xen'],
  [/kvm|qemu|amazon ec2|google compute|openstack|digitalocean|hetzner|alibaba/i, 'kvm'],
];

async function virtualisation(cpuInfo: string, machine: Machine): Promise<Host['virtualisation']> {
  const flags = /^flags\s*:.*$/m.exec(cpuInfo)?.[0];
  // x86 processors tell a guest by this flag (CPUID leaf 1, ECX bit 31).
  if (flags !== undefined && !/\shypervisor(?:\s|$)/.test(flags)) return readFact(machine, 'none');
  const type = await readLine(machine, '/sys/hypervisor/type');
  if (type !== null) return readFact(machine, type);
  const vendor = (await readLine(machine, '/sys/class/dmi/id/sys_vendor')) ?? '';
  const product = (await readLine(machine, '/sys/class/dmi/id/product_name')) ?? '';
  const maker = makers.find(([pattern]) => pattern.test(`${vendor} ${product}`))?.[1];
  if (maker !== undefined) return readFact(machine, maker);
  if (flags !== undefined) return readFact(machine, 'yes');
  return noFact('Neither the processor nor the firmware reports it.');
}
