import { knownName } from './names';
import { type Pair, pairOf } from './pairs';

/** `mysql,host=db1 threads_running=180i,uptime=864000i 1700000000000000000`: measurement and tags, fields, time. */
const line = /^(?:> )?mysql(?:_[a-z_]{2,30})?(?:,\S{1,1000})? (\S{3,18000})(?: \d{10,19})?\s{0,4}$/;
const field = /^([a-z]\w{2,79})=(-?\d{1,20}(?:\.\d{1,9})?)[iu]?$/i;

/**
 * The fields of a line as Telegraf and other collectors of InfluxDB write them (InfluxDB documentation, "Line protocol"); none: it
 * is no such line.
 */
export function lineProtocol(text: string): Pair[] {
  if (!text.includes('mysql') || text.length > 20_000) return [];
  const [, fields = ''] = line.exec(text) ?? [];
  return fields.split(',').flatMap((one) => {
    const [, name = '', value = ''] = field.exec(one) ?? [];
    const known = name === '' ? null : knownName(name);
    return known === null ? [] : [pairOf(known, value)];
  });
}
