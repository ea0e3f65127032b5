"""Top-level domains of addresses written without a scheme: the usual generic ones and the countries'."""

from __future__ import annotations

_GENERIC = (
    "com org net edu gov mil int info biz name pro museum coop aero jobs mobi travel app dev blog site "
    "online store shop tech cloud design art club live news wiki world page space website agency studio "
    "media life today guide recipes restaurant events wedding fitness health school university academy "
    "education science engineering foundation fund finance money care "
)
_COUNTRIES = (
    "ac ad ae af ag ai al am ao ar at au az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cc "
    "cd cf cg ch ci ck cl cm cn co cr cu cv cy cz de dj dk dm do dz ec ee eg es et eu fi fj fm fo fr ga "
    "gd ge gg gh gi gl gm gn gr gt gy hk hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh "
    "ki kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mk ml mm mn mo mr ms mt mu mv mw mx "
    "my mz na ne ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pr ps pt py qa ro rs ru rw sa sb sc sd "
    "se sg sh si sk sl sm sn so sr st sv sy sz tc td tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us "
    "uy uz va vc ve vg vn vu ws za zm zw "
)
TOP_LEVEL = frozenset((_GENERIC + _COUNTRIES).split())
