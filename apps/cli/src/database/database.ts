/** One part of the bundle for both commands: a second one would split what every start loads. */
export { importFolder } from './import.ts'
export { migrate } from './migrate.ts'
