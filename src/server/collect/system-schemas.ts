/** Schemas that belong to the server, as the list of an IN. */
export const systemSchemas = "('mysql', 'information_schema', 'performance_schema', 'sys', 'ndbinfo')";
