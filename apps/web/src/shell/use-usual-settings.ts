import { useEffect } from 'react'
import { useClient } from '../connection/client.ts'
import { arrange, isVerbosity } from '../ui/layout.ts'
import { rememberedValue } from '../ui/theme/remembered.ts'
import { suggestTheme, themes } from '../ui/theme/theme.ts'
import { useWorkspace } from '../workspace/chosen-workspace.ts'

/** Applies theme and verbosity from the settings unless the user has chosen others in this browser. */
export function useUsualSettings(): void {
  const client = useClient()
  const { workspace } = useWorkspace()
  useEffect(() => {
    if (rememberedValue('verbosity') && rememberedValue('theme')) return
    void client.settings(workspace ? { workspace } : {}).then((read) => {
      if (!read.ok) return
      const { verbosity, interface: looks } = read.value.settings
      if (isVerbosity(verbosity) && !rememberedValue('verbosity')) arrange({ verbosity })
      const asked = looks && typeof looks === 'object' && 'theme' in looks ? looks.theme : null
      suggestTheme(themes.find((theme) => theme === asked) ?? 'system')
    })
  }, [client, workspace])
}
