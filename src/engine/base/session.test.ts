import { expect, test } from 'vitest';
import type { ConnectionTarget } from '../../shared/connection';
import { heldTo } from './session';

test('a further session is held to the TLS mode that came of the first, and to nothing else of it', () => {
  const request = { target: { host: 'db', user: 'a' }, secrets: { password: 'p' }, seconds: 3 };
  const after = (target: ConnectionTarget) => heldTo(request, { target });
  expect(after({ host: 'db', sslMode: 'required' })).toEqual({
    ...request,
    target: { host: 'db', user: 'a', sslMode: 'required' },
  });
  expect(after({ host: 'other', socket: '/s' })).toEqual(request);
});
