import { useClient, valueOrToast } from '../../connection/client.ts'
import { toast } from '../../ui/toast.tsx'
import { useWorkspace } from '../../workspace/chosen-workspace.ts'

/**
 * Saves a model as the default. If the settings name one already, both form a pool: seats draw from it, and a panel of
 * different models debates.
 */
export function useConnect(onDone: () => void): (model: string) => void {
  const client = useClient()
  const place = useWorkspace()
  const connect = async (model: string) => {
    const settings = valueOrToast(await client.settings(place), 'No model was connected.')
    const source = settings?.sources.find(({ layer }) => layer === 'user')
    if (!settings || !source) return
    const { model: usual, pool = [] } = settings.settings as { readonly model?: string; readonly pool?: string[] }
    const isSecond = usual !== undefined && usual !== model && !usual.startsWith('rehearsal/')
    const changes = isSecond
      ? [{ path: ['pool'], value: [...new Set([...(pool.length > 0 ? pool : [usual]), model])] }]
      : [{ path: ['model'], value: model }]
    const saved = valueOrToast(
      await client.saveSettings({ ...place, digest: source.digest, changes }),
      'No model was connected.',
    )
    if (!saved) return
    toast('good', `${model} is connected`)
    onDone()
  }
  return (model) => void connect(model)
}
