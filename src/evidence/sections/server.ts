import {
  bytes,
  count,
  host,
  id,
  limit,
  logText,
  moment,
  own,
  path,
  setting,
  statusValue,
  unknown,
  unknownSetting,
  user,
} from './column';
import type { SectionContract } from './section';

export const serverSections = {
  status: {
    title: 'Server status',
    columns: {
      name: own,
      value: statusValue,
    },
  },
  variables: {
    title: 'Server variables',
    columns: {
      name: own,
      value: setting,
      source: own,
      path,
      min: limit,
      max: limit,
      persisted: setting,
    },
    settingName: 'name',
  },
  'pfs-setup': {
    title: 'Performance Schema set-up',
    columns: {
      kind: own,
      name: own,
      enabled: own,
      timed: own,
    },
  },
  plugins: {
    title: 'Plugins',
    columns: {
      plugin_name: own,
      plugin_version: own,
      plugin_status: own,
      plugin_type: own,
      plugin_library: path,
      license: own,
    },
  },
  components: {
    title: 'Components',
    columns: {
      component_urn: path,
    },
  },
  'memory-pfs': {
    title: 'Memory by instrument',
    columns: {
      event_name: own,
      current_count_used: count,
      current_number_of_bytes_used: bytes,
      high_number_of_bytes_used: bytes,
    },
  },
  'error-log': {
    title: 'Error log',
    columns: {
      logged: moment,
      prio: own,
      error_code: own,
      subsystem: own,
      data: logText,
    },
  },
  'option-files': {
    title: 'Option files',
    columns: {
      file: path,
      line: id,
      option_group: unknown,
      option_name: unknown,
      option_value: unknownSetting,
    },
    settingName: 'option_name',
  },
  'option-file': {
    title: 'Option file',
    columns: {
      name: own,
      value: setting,
      source: own,
      path,
      min: limit,
      max: limit,
    },
    settingName: 'name',
    filledBy: 'import',
  },
  stacks: {
    title: 'Sampled stacks',
    columns: {
      basis: own,
      count,
      frames: unknown,
      kind: own,
      meaning: own,
      next: own,
    },
    filledBy: 'import or --perf',
  },
  'accounts-without-password': {
    title: 'Accounts without password',
    columns: { user, host, plugin: own, no_password: count, is_super: count },
  },
} as const satisfies Readonly<Record<string, SectionContract>>;
