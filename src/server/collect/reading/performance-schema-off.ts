import type { Reason } from '../../../shared/reason';
import type { CollectContext } from '../collector';

/** Why a section is missing that reads the Performance Schema, where that is off. */
export function performanceSchemaOff({ server }: CollectContext): Reason {
  return {
    code: 'disabled',
    text: 'The Performance Schema is off.',
    remedy:
      server.hosting === 'self' || server.hosting === 'unknown'
        ? 'Set performance_schema = ON under [mysqld] and restart the server.'
        : 'Set performance_schema = 1 in the parameter group (or flags) of the instance and restart it.',
  };
}
