import type { ReactNode } from 'react';
import type { PageName, Route, RouteOf } from '../shared/window/pages';

/** What the folder of a page exports as `page`. */
export interface Page {
  name: PageName;
  /** null: the route is that of another page. */
  show(route: Route): ReactNode;
}

/** A page of the table in `src/shared/window/pages.ts`. @param content a component; it is given what the route says */
export function definePage<P extends PageName>(name: P, content: (route: RouteOf<P>) => ReactNode): Page {
  return {
    name,
    show: (route) => (leadsTo(name, route) ? <Content key={name} content={content} route={route} /> : null),
  };
}

function Content<P extends PageName>({
  content,
  route,
}: {
  content: (route: RouteOf<P>) => ReactNode;
  route: RouteOf<P>;
}) {
  return content(route);
}

function leadsTo<P extends PageName>(name: P, route: Route): route is RouteOf<P> {
  return route.page === name;
}
