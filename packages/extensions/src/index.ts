export { optionalPackages } from './optional-packages.ts'
