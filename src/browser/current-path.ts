export const currentPath = () => location.pathname + location.search
