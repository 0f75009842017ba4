import { bytes, count, described, id, object, own, schema } from './column';
import type { SectionContract } from './section';

export const schemaSections = {
  'schema-sizes': {
    title: 'Table sizes',
    columns: {
      table_schema: schema,
      table_name: object,
      engine: own,
      table_rows: count,
      data_length: bytes,
      index_length: bytes,
    },
  },
  'tables-without-primary-key': {
    title: 'Tables without primary key',
    columns: {
      table_schema: schema,
      table_name: object,
      engine: own,
      unique_key: object,
    },
  },
  'redundant-indexes': {
    title: 'Redundant indexes',
    columns: {
      table_schema: schema,
      table_name: object,
      index_name: object,
      index_columns: object,
      is_unique: id,
      covered_by: object,
      covered_by_columns: object,
    },
  },
  'unused-indexes': {
    title: 'Unused indexes',
    columns: {
      table_schema: schema,
      table_name: object,
      index_name: object,
      index_columns: object,
    },
  },
  'auto-increment': {
    title: 'Auto-increment headroom',
    columns: {
      table_schema: schema,
      table_name: object,
      column_name: object,
      column_type: described,
      auto_increment: count,
      max_value: id,
    },
  },
  'table-columns': {
    title: 'Columns of scanned tables',
    columns: {
      table_schema: schema,
      table_name: object,
      column_name: object,
      ordinal_position: id,
      column_type: described,
      is_nullable: own,
      collation_name: own,
      extra: described,
    },
  },
  'table-indexes': {
    title: 'Indexes of scanned tables',
    columns: {
      table_schema: schema,
      table_name: object,
      index_name: object,
      non_unique: id,
      seq_in_index: id,
      column_name: object,
      sub_part: count,
      nullable: own,
      index_type: own,
      cardinality: count,
    },
  },
  'table-free-space': {
    title: 'Free space in the files of tables',
    columns: { table_schema: schema, table_name: object, file_size: bytes, data_free: bytes },
  },
} as const satisfies Readonly<Record<string, SectionContract>>;
