/** One chunk for both commands: a second one would split code that every start loads. */
export { importFolder } from './import.ts'
export { migrate } from './migrate.ts'
