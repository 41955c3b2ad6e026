import { create } from 'zustand'

type Which = 'rename' | 'delete' | null

export const useSessionDialog = create<{ readonly which: Which }>(() => ({ which: null }))

export const arrangeDialog = (which: Which): void => useSessionDialog.setState({ which })
