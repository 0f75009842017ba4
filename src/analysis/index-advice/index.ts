export { adviseIndex, type IndexAdvice, type TableFacts } from './advise';
export { adviseJoin, type PlanStep, readsAll } from './advise-join';
export { asDigest } from './as-digest';
export { parseJoin } from './join';
export { parseStatement } from './statement';
