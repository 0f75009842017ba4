import { managedSetting } from '../../knowledge/catalog/managed-hosting';
import { managedRange, managedRangeText, withinManagedRange } from '../../knowledge/catalog/managed-ranges';
import { type ServerKind, variableFacts } from '../../knowledge/catalog/variable-catalog';
import type { PlanChange, Setting } from '../../shared/plan';
import type { Hosting } from '../../shared/server';
import { plainText, type RenderContext } from './render-context';

export type Service = 'rds' | 'aurora' | 'cloudsql' | 'azure';

/** A parameter as a managed service takes it. */
export interface ServiceParameter {
  name: string;
  value: string;
  when: PlanChange['when'];
}

export interface ServicePlan {
  service: Service;
  parameters: ServiceParameter[];
  /** What the service does not let its customers set, one sentence each. */
  leftOut: string[];
  /** Names of which it is not known whether the service offers them. */
  unknown: string[];
}

/** How the services write switches in their parameter lists: RDS has 0 and 1, Cloud SQL on and off, Azure ON and OFF. */
const flags: Record<Service, readonly [on: string, off: string]> = {
  rds: ['1', '0'],
  aurora: ['1', '0'],
  cloudsql: ['on', 'off'],
  azure: ['ON', 'OFF'],
};

const titles: Record<Service, string> = {
  rds: 'Amazon RDS',
  aurora: 'Amazon Aurora',
  cloudsql: 'Cloud SQL',
  azure: 'Azure Database for MySQL',
};

/** The AWS service of the snapshot's server; one that runs elsewhere is planned for RDS. */
export function awsServiceOf(hosting: Hosting): Service {
  return hosting === 'aurora' ? 'aurora' : 'rds';
}

/** The plan, or with `undo` the rollback, in the service's terms. */
export function serviceParameters({ plan, undo, analysis }: RenderContext, service: Service): ServicePlan {
  const parameters: ServiceParameter[] = [];
  const leftOut: string[] = [];
  const unknown: string[] = [];
  for (const { variable, from, stored, when } of plan.changes) {
    const offered = managedSetting(variable, service);
    if (offered === 'fixed' || offered === 'without effect') {
      const why = offered === 'fixed' ? 'the service fixes it' : 'it has no effect there';
      leftOut.push(`Left out: ${variable}: ${titles[service]}: ${why}.`);
      continue;
    }
    const refused = undo ? null : rangeRefusal(variable, stored, service, analysis.snapshot.server);
    if (refused !== null) {
      leftOut.push(`Left out: ${variable} = ${plainText(stored)}: ${refused}`);
      continue;
    }
    if (offered === 'unknown') unknown.push(variable);
    parameters.push({ name: variable, value: valueFor(undo ? from : stored, service), when });
  }
  return { service, parameters, leftOut, unknown };
}

/** Bounds that follow from the memory of the instance are those of the plan's own server, which holds them already. */
function rangeRefusal(
  variable: string,
  stored: Setting,
  service: Service,
  server: ServerKind,
): string | null {
  const range = managedRange(variable, service, undefined);
  if (range === null || typeof stored !== 'number') return null;
  if (withinManagedRange(range, stored) === stored) return null;
  return managedRangeText(range, variableFacts(variable, server)?.unit ?? 'none');
}

/** What the reader of any of the service outputs has to know. */
export function serviceRemarks({ service, leftOut, unknown }: ServicePlan): string[] {
  return [
    ...leftOut,
    ...(unknown.length === 0
      ? []
      : [`Check that ${titles[service]} offers them for your version: ${unknown.join(', ')}.`]),
  ];
}

function valueFor(setting: Setting, service: Service): string {
  if (typeof setting === 'boolean') return flags[service][setting ? 0 : 1];
  return plainText(setting);
}
