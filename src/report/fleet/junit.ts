import type { Fleet, FleetCell, FleetServer } from '../../shared/fleet';
import { type Xml, xml, xmlFile, xmlText } from '../../shared/writers/xml';
import { texts } from './texts.ts';

interface Case {
  ruleId: string;
  title: string;
  cell: FleetCell;
}

/**
 * JUnit XML, as CI servers read it: a suite a server, a case a finding. Critical and warning are failures, a notice is a case that
 * passed; a server of which the last round has no whole snapshot is an error.
 */
export function renderJunit({ servers, findings }: Fleet): string {
  const cases = new Map<string, Case[]>();
  for (const { ruleId, title, cells } of findings) {
    for (const cell of cells) {
      cases.set(cell.server, [...(cases.get(cell.server) ?? []), { ruleId, title, cell }]);
    }
  }
  return xmlFile([
    xml`<testsuites name="Latchkey fleet">`,
    ...servers.flatMap((server) => suite(server, cases.get(server.name) ?? [])),
    xml`</testsuites>`,
  ]).text;
}

function suite(server: FleetServer, cases: readonly Case[]): Xml[] {
  const { name, snapshot, error } = server;
  const failures = cases.filter(({ cell }) => cell.severity !== 'notice').length;
  const missing = snapshot === null || error !== undefined;
  const time = xmlText((snapshot?.createdAt ?? '').slice(0, 19));
  return [
    xml`  <testsuite name="${xmlText(name)}" tests="${cases.length + 1}" failures="${failures}" errors="${missing ? 1 : 0}" timestamp="${time}">`,
    missing
      ? xml`    <testcase classname="${xmlText(name)}" name="snapshot"><error type="${xmlText(error?.code ?? 'not-found')}" message="${xmlText(error?.message ?? texts.thereIsNoSnapshotThat)}"/></testcase>`
      : xml`    <testcase classname="${xmlText(name)}" name="snapshot"/>`,
    ...cases.map((one) => testCase(name, one)),
    xml`  </testsuite>`,
  ];
}

function testCase(server: string, { ruleId, title, cell }: Case): Xml {
  const begin = xml`    <testcase classname="${xmlText(server)}" name="${xmlText(ruleId)}">`;
  const text = [title, cell.impact].filter((part) => part !== '').join('. ');
  return cell.severity === 'notice'
    ? xml`${begin}<system-out>${xmlText(text)}</system-out></testcase>`
    : xml`${begin}<failure type="${xmlText(cell.severity)}" message="${xmlText(text)}"/></testcase>`;
}
