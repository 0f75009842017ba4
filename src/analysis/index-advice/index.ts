export { adviseIndex, type IndexAdvice, type TableFacts } from './advise';
export { adviseJoin, type PlanStep, readsAll } from './advise-join';
export { parseJoin } from './join';
export { parseStatement } from './statement';
