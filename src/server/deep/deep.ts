import { needsStartForSynch } from '../../knowledge/waits/synch-instruments';
import type { Reason } from '../../shared/reason';
import type { RequestedInstruments } from '../change';
import type { Session } from '../connect/session';

/** What deep mode wants enabled, and what cannot be had on this server without a start. */
export interface DeepRequest {
  instruments: RequestedInstruments[];
  left: Reason[];
}

const synchWaits = 'wait/synch/%';

/**
 * All wait instruments, the consumers that keep their sums and the current wait of each thread, and the InnoDB
 * counters. Counters of single page types go only as a whole module, and mutex counters (`latch%`) cost a hot path,
 * so both stay as they are.
 * @throws LatchkeyError as `query` does
 */
export async function deepRequest(session: Pick<Session, 'query' | 'identity'>): Promise<DeepRequest> {
  const counters: RequestedInstruments = {
    group: 'innodb_metrics',
    names: ['%'],
    except: ['buffer_page_%', 'latch%'],
    position: 'ON',
  };
  const on = (await session.query('SELECT @@GLOBAL.performance_schema')).rows[0]?.[0];
  if (Number(on) !== 1) return { instruments: [counters], left: [performanceSchemaOff] };
  const synchAtStart = needsStartForSynch(session.identity);
  return {
    instruments: [
      {
        group: 'setup_instruments',
        names: ['wait/%'],
        ...(synchAtStart ? { except: [synchWaits] } : {}),
        position: 'ON+TIMED',
      },
      {
        group: 'setup_consumers',
        names: [
          'global_instrumentation',
          'thread_instrumentation',
          'events_waits_current',
          '%statements_digest',
        ],
        position: 'ON',
      },
      counters,
    ],
    left: synchAtStart && !(await synchIsOn(session)) ? [synchNeedsStart] : [],
  };
}

async function synchIsOn(session: Pick<Session, 'query'>): Promise<boolean> {
  const { rows } = await session.query(
    "SELECT COUNT(*), SUM(ENABLED = 'YES') FROM performance_schema.setup_instruments WHERE NAME LIKE 'wait/synch/%'",
  );
  const [all, enabled] = (rows[0] ?? []).map(Number);
  return all !== undefined && all > 0 && enabled === all;
}

const performanceSchemaOff: Reason = {
  code: 'disabled',
  text: 'The Performance Schema is off, and only a start enables it: no waits and no statement digests.',
  remedy: 'Under [mysqld]: performance_schema = ON',
};

const synchNeedsStart: Reason = {
  code: 'not-instrumented',
  text: 'Before MySQL 5.7.12 and MariaDB 10.5, waits for mutexes and rw-locks are counted only from a start with their instruments on.',
  remedy: "Under [mysqld]: performance-schema-instrument = 'wait/synch/%=ON'",
};
