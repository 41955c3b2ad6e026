import { lazyComponent } from '../../ui/lazy-component.tsx'

/** The dialog that connects a model, loaded on first use. */
export const ConnectModel = lazyComponent(() => import('./connect-dialog.tsx').then((module) => module.ConnectDialog))
