import { lazyComponent } from '../../ui/lazy-component.tsx'

/** The dialog that connects a model, loaded on first use. */
export const ConnectDialog = lazyComponent(() => import('./connect-dialog.tsx').then((module) => module.ConnectDialog))
