export { clean, cleanJson, cleanLine, spelled } from './clean.ts'
