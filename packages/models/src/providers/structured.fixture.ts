/** For tests of what providers are sent. */
export { responseFormatOf } from './structured.ts'
