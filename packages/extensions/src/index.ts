export { keptParts } from './kept-parts.ts'
export { optionalPackages } from './optional-packages.ts'
