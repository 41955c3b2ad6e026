import { useEffect } from 'react'
import { useClient } from '../connection/client.ts'
import { rememberedValue } from '../ui/theme/remembered.ts'
import { suggestTheme, themes } from '../ui/theme/theme.ts'
import { useWorkspace } from '../workspace/chosen-workspace.ts'

/** Applies the theme from the settings unless the user has chosen another in this browser. */
export function useUsualSettings(): void {
  const client = useClient()
  const { workspace } = useWorkspace()
  useEffect(() => {
    if (rememberedValue('theme')) return
    void client.settings(workspace ? { workspace } : {}).then((read) => {
      if (!read.ok) return
      const { interface: looks } = read.value.settings
      const asked = looks && typeof looks === 'object' && 'theme' in looks ? looks.theme : null
      suggestTheme(themes.find((theme) => theme === asked) ?? 'system')
    })
  }, [client, workspace])
}
