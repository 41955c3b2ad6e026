import type { Me, RouteName } from '@convene/protocol'
import { useEffect } from 'react'
import { create } from 'zustand'
import { useClient } from '../connection/client.ts'
import { setPageSpace } from '../connection/page-space.ts'

const useStore = create<{ readonly me: Me | null }>(() => ({ me: null }))

/** Who is logged in on a team server. Null on a single-user server, where the user may do everything. */
export const useMe = (): Me | null => useStore(({ me }) => me)

/** Fetches once who is logged in. */
export function useLoadMe(): void {
  const client = useClient()
  useEffect(() => {
    void client.me().then((asked) => {
      if (!asked.ok) return
      if (asked.value) setPageSpace(asked.value.space.id)
      useStore.setState({ me: asked.value })
    })
  }, [client])
}

/** Whether to offer a control. The server checks again when it is used. */
export function useMay(action: RouteName): boolean {
  const me = useMe()
  return me === null || me.may.includes(action)
}
