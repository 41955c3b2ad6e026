import { shortId } from '@convene/domain'
import type { Client } from '@convene/protocol'
import { type ExportFormat, exportFormatNames, exportFormats } from '@convene/reading'
import { FileJson, FileText, Globe, type LucideIcon } from 'lucide-react'
import { useClient, valueOrToast } from '../../connection/client.ts'
import type { MenuItem } from '../../ui/menu.tsx'
import { downloadFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toast.tsx'
import { useSessionStore } from './use-session.ts'

const icons: { readonly [mediaType: string]: LucideIcon } = { 'application/json': FileJson, 'text/html': Globe }

/** Saves a session as a file. */
export async function saveExport(client: Client, id: string, format: ExportFormat): Promise<void> {
  const { mediaType, ending, none = 'Nothing to export' } = exportFormats[format]
  // A page is for others: keys and folders of this machine stay here.
  const redact = format === 'html' ? { redact: '1' as const } : {}
  const text = valueOrToast(await client.exportSession({ id, format, ...redact }), 'Nothing was saved.')
  if (text === null) return
  if (text === '') return toast('plain', none)
  downloadFile(`convene-${shortId(id)}.${ending}`, text, mediaType)
  toast('good', 'Exported')
}

/** A menu item per export format that saves the session as a file. */
export function useExports(): readonly MenuItem[] {
  const client = useClient()
  const { id } = useSessionStore()
  return exportFormatNames.map((format) => {
    const { label, mediaType } = exportFormats[format]
    return { label, icon: icons[mediaType] ?? FileText, onSelect: () => void saveExport(client, id, format) }
  })
}
