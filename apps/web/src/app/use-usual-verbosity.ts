import { useEffect } from 'react'
import { useClient } from '../connection/client.ts'
import { remembered } from '../theme/remembered.ts'
import { useWorkspace } from '../workspace/place.ts'
import { arrange, isVerbosity } from './layout.ts'

/** Tells as much as the settings say, where nobody has chosen in this browser. */
export function useUsualVerbosity(): void {
  const client = useClient()
  const { workspace } = useWorkspace()
  useEffect(() => {
    if (remembered('verbosity')) return
    void client.settings(workspace ? { workspace } : {}).then((read) => {
      const verbosity = read.ok ? read.value.settings.verbosity : undefined
      if (isVerbosity(verbosity) && !remembered('verbosity')) arrange({ verbosity })
    })
  }, [client, workspace])
}
