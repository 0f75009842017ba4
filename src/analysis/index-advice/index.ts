export { adviseIndex, type IndexAdvice, type TableFacts } from './advise';
export { parseStatement } from './statement';
