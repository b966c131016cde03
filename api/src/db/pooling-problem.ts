/** What is between this process and PostgreSQL would drop what it relies on. The message says what to do. */
export class PoolingProblem extends Error {}
