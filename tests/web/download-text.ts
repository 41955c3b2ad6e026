import { text } from 'node:stream/consumers'
import type { Download } from 'playwright-core'

/** What a page saved. The file itself is where the browser runs, which need not be here. */
export const downloadText = async (download: Download): Promise<string> => text(await download.createReadStream())
