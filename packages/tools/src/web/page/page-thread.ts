import { parentPort } from 'node:worker_threads'
import { type PageSource, readPage } from './read-page.ts'

parentPort?.on('message', (source: PageSource) => parentPort?.postMessage(readPage(source)))
