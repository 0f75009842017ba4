import type { SectionId } from '../../evidence/sections';
import type { Flavour, Hosting } from '../../shared/server';
import type { Cell, StorageKind } from '../../shared/snapshot';
import type { HostSettings } from './paste/host-settings';
import type { SlowLogDigests } from './slow-digest';

/** What one file, or one answer in it, holds for a snapshot. `at`: milliseconds since 1970, null where not reported. */
export type Piece =
  | { kind: 'variables'; values: Map<string, string>; sources: Map<string, string>; at: number | null }
  /** `ofADay`: a report gave averages per second without their time, and the counters are what they come to in a day. */
  | { kind: 'status'; values: Map<string, string>; at: number | null; ofADay?: true }
  | { kind: 'innodb-status'; text: string; at: number | null }
  /** Rows of a section of the snapshot, with the section's own columns. */
  | {
      kind: 'table';
      section: SectionId;
      columns: string[];
      rows: Cell[][];
      at: number | null;
      /** What counts is that of one second on average, not since the start. */
      isOfASecond?: true;
    }
  /**
   * Settings of the server's groups of an option file, or of the command of a container, as written. `isAll`: the server
   * starts with nothing else, so that what is not among them has its default.
   */
  | { kind: 'options'; values: Map<string, string>; isAll?: true }
  /** What prose says of the server: less than what the server itself says. */
  | { kind: 'stated-server'; flavour: Flavour; version: string }
  /** Which service runs the server, as prose or the form of a list says. */
  | { kind: 'stated-hosting'; hosting: Hosting }
  | { kind: 'slow-log'; log: SlowLogDigests }
  /** Facts of the host: sizes in bytes. */
  | {
      kind: 'host';
      memoryBytes?: number;
      memoryAvailableBytes?: number;
      cpus?: number;
      dataBytes?: number;
      storage?: StorageKind;
      /** What a sentence says gives way to what a tool, a report or a container says, in whichever file. */
      by?: 'prose';
      /** How often the kernel, or an orchestrator, killed the server for its memory. */
      oomKills?: number;
      /** Of the machine: swap space in use, bytes, and pages a second from and to it. */
      swapUsed?: number;
      swapInPages?: number;
      swapOutPages?: number;
      /** What tools of the host measured. */
      measured?: Measured;
      /** Settings of the kernel and of the processors. */
      settings?: HostSettings;
      /** The room on the file systems of the server. */
      space?: StatedSpace;
    }
  /** The server's own clock: when the text was taken. */
  | { kind: 'clock'; at: number };

/** What tools of the host and metrics of a service measured of the host and the server's process. Ratios, ms, bytes. */
export interface Measured {
  cpuBusy?: number;
  cpuIowait?: number;
  cpuSteal?: number;
  /** The disk that was busiest. */
  busiestDisk?: string;
  diskBusy?: number;
  diskLatency?: number;
  diskReadLatency?: number;
  diskWriteLatency?: number;
  diskQueue?: number;
  /** Requests a second. */
  diskReads?: number;
  diskWrites?: number;
  /** Of an fsync, by a test of the storage. */
  fsyncLatency?: number;
  /** What is left of the burst credits of the volume, and of the machine's CPU. */
  storageBurst?: number;
  cpuCredits?: number;
  /** Since boot. */
  listenOverflows?: number;
  serverCpus?: number;
  serverRss?: number;
}

/** Bytes that are free, and the size, of the file systems that the server writes to. */
export type StatedSpace = {
  [name in 'dataFree' | 'dataTotal' | 'binlogFree' | 'binlogTotal' | 'tmpFree' | 'tmpTotal']?: number;
};

export type StatusPiece = Extract<Piece, { kind: 'status' }>;
export type VariablesPiece = Extract<Piece, { kind: 'variables' }>;

/** From so many names on, a list of variables or of the status is a whole one. */
export const wholeList = 100;
