/**
 * The name servers of a container. The engine answers names of its own network, and passes on all others. Where the
 * host's resolver is the host itself, it passes them on from there, so no rule of the container's network holds them
 * back: a container without the internet could send anything out as a name. 127.0.0.1 is the container itself.
 *
 * @returns undefined: those of the host
 */
export const nameServers = (reachesInternet: boolean): string[] | undefined =>
  reachesInternet ? undefined : ['127.0.0.1']
