import type { Plugin } from 'vite'

/** In the constructor of XState's machine. */
const eager = `    this.root = new StateNode(config, {
      _key: this.id,
      _machine: this
    });
    this.root._initialize();
    formatRouteTransitions(this.root);
    this.states = this.root.states; // TODO: remove!
    this.events = this.root.events;
`
/** Leaves out `states` and `events`: XState is going to remove them, and the app does not read them. */
const lazy = `    let root;
    Object.defineProperty(this, 'root', {
      get: () => {
        if (!root) {
          // Before the rest, which asks the machine for it.
          root = new StateNode(config, { _key: this.id, _machine: this });
          root._initialize();
          formatRouteTransitions(root);
        }
        return root;
      }
    });
`

/**
 * Makes the states of a machine at their first use, and not with the machine. XState makes them again for each
 * `provide`, and the app makes each machine twice: without its effects and with them. Many machines are not started for
 * the first page. Making all states took 15 ms of a cold start on a fast processor.
 */
export function lazyMachines(): Plugin {
  let isDone = false
  return {
    name: 'guidon:lazy-machines',
    apply: 'build',
    transform: {
      filter: { id: /\/xstate\/dist\// },
      handler(code) {
        if (!code.includes(eager)) return null
        isDone = true
        return { code: code.replace(eager, () => lazy), map: null }
      },
    },
    buildEnd() {
      if (!isDone)
        this.error('XState makes states in another way now: adapt or remove this plugin.')
    },
  }
}
