export { clean, cleanJson, cleanLine } from './clean.ts'
