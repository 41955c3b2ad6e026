import { parentPort } from 'node:worker_threads'
import { type Exported, writeExport } from './write-export.ts'

parentPort?.on('message', (exported: Exported) => parentPort?.postMessage(writeExport(exported)))
