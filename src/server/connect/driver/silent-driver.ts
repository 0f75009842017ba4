import type { Connection } from 'mysql2';

/** What is used of a packet of mysql2. */
interface Packet {
  sequenceId: number;
  peekByte(): number;
  readLengthCodedNumberExt(tag: number | undefined, ...how: unknown[]): unknown;
}

const errorMarker = 0xff;

/**
 * Keeps the driver from printing what a server has it print. At two faults of packets mysql2 3.x writes to the console
 * (lib/base/connection.js, lib/packets/packet.js): for one out of its turn, which it then reads all the same, and,
 * with a stack trace, for a length past the end of its packet. Here either is an `error` of the connection, which ends.
 * Servers send the error of a connection that they close with the number 0, whatever is under way; it is read.
 */
export function silence(connection: Connection): void {
  const handle: unknown = Reflect.get(connection, 'handlePacket');
  if (typeof handle !== 'function') throw new TypeError('The driver has no handlePacket.');
  let broken = false;
  Reflect.set(connection, 'handlePacket', (packet: unknown) => {
    if (broken) return;
    if (isPacket(packet)) {
      const expected: unknown = Reflect.get(connection, 'sequenceId');
      if (packet.sequenceId !== expected && packet.peekByte() !== errorMarker && isAnswer(connection)) {
        broken = true;
        connection.emit('error', new Error(`Packet ${packet.sequenceId} came instead of ${expected}.`));
        connection.destroy();
        return;
      }
      if (isAnswer(connection)) Reflect.set(connection, 'sequenceId', packet.sequenceId);
      refuseLengthsPastTheEnd(packet);
    }
    Reflect.apply(handle, connection, [packet]);
  });
}

/** The driver uses one packet again and again; another where an answer is larger than a packet can be. */
function refuseLengthsPastTheEnd(packet: Packet): void {
  if (Object.hasOwn(packet, 'readLengthCodedNumberExt')) return;
  const read = packet.readLengthCodedNumberExt;
  packet.readLengthCodedNumberExt = (tag, ...how) => {
    if (tag === undefined || tag === errorMarker)
      throw new Error('A length lies past the end of its packet.');
    return Reflect.apply(read, packet, [tag, ...how]);
  };
}

/** Whether a statement or the login waits for it; what nobody asked for is an error of the driver's own. */
function isAnswer(connection: Connection): boolean {
  return Boolean(Reflect.get(connection, '_command'));
}

function isPacket(value: unknown): value is Packet {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'sequenceId') === 'number' &&
    typeof Reflect.get(value, 'readLengthCodedNumberExt') === 'function'
  );
}
