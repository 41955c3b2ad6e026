import type { Extension } from '@convene/host'
import { codeTools } from './tools/code-tools.ts'

export { codeTools }

export const extension: Extension = { tools: codeTools }
